/** Files of tenants, and imports that read them. */
export * from './index.js';
export * from '../import/index.js';
