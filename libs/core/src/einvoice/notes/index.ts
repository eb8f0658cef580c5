/** Notes about e-invoices. */
export { ReleasedSources, isReleased } from './released-sources.js';
export { WrittenNotesService, type WrittenNote } from './written-notes.service.js';
