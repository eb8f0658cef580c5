export { BeautyModule } from './beauty.module.js';
export { beautyEntities, beautyMigrations } from './persistence.js';
export { BeautyConfigurations, beautyConfiguration, type BeautyConfiguration } from './settings.js';
