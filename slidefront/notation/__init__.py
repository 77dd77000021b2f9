"""Boards, routes and files of many boards as text: read and written."""
