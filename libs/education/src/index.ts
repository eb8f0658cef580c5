export { EducationModule, type EducationSettings } from './education.module.js';
export { educationEntities, educationMigrations } from './persistence.js';
