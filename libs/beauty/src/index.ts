export { BeautyModule } from './beauty.module.js';
export { beautyEntities, beautyMigrations } from './persistence.js';
