"""The painter of pictures: from `bot/screens/core/picture.py` to PNG, without Discord and storage."""
