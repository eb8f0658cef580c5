export { HealthcareModule, type HealthcareSettings } from './healthcare.module.js';
export { healthcareEntities, healthcareMigrations } from './schema.js';
