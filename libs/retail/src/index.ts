export { RetailModule, type RetailSettings } from './retail.module.js';
export { retailEntities, retailMigrations } from './schema.js';
