// First of all, and before anything larger is so much as read: no moment of the start is without it.
import './stop-signal.js';

await import('./run.js');
