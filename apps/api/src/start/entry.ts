import { fileURLToPath } from 'node:url';

/** The file that a process of the service is started by: of the bundle its entry, otherwise the module next to this one. */
export const ENTRY = fileURLToPath(new URL('./main.js', import.meta.url));
