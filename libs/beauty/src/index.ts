export { BeautyModule, type BeautySettings } from './beauty.module.js';
export { beautyEntities, beautyMigrations } from './schema.js';
