"""What each kind of question is answered with."""
