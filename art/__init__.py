"""The sprites: dice, cards, people and marks, drawn as SVG and packed with the bot as PNG: `make art`."""
