export { BeautyModule, type BeautySettings } from './beauty.module.js';
export { beautyEntities, beautyMigrations } from './persistence.js';
