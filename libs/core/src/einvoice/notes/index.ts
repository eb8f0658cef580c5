/** Notes about e-invoices. */
export { NoteLimits } from './note-limits.js';
export { ReleasedSources, isReleased } from './released-sources.js';
export { WrittenNotesService, type WrittenNote } from './written-notes.service.js';
