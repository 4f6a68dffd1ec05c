"""Learning to judge positions from games against oneself: `indigo train`, or `python -m indigo.train`.

This room alone needs NumPy and PyTorch (and Ray, to play on many machines); nothing else imports it but the command.
"""
