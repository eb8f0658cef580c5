// First of all, and before anything larger is so much as read: no moment of the start is without it.
import './start/stop-signal.js';

await import('./start/main.js');
