//! End to end: the agent in the sim over TCP, the program through its command line.
