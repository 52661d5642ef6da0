"""Tests of advice on a comparison."""
