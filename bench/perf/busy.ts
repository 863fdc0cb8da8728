/** Keeps one core busy until it is ended. */
for (;;) Math.hypot(performance.now(), 1)
