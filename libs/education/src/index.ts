export { EducationModule } from './education.module.js';
export { educationEntities, educationMigrations } from './persistence.js';
