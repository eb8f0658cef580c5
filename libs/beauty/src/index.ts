export { BeautyModule } from './beauty.module.js';
export { beautyEntities, beautyMigrations } from './persistence.js';
export { BeautyConfigurations, beautyConfiguration, type BeautyConfiguration } from './settings.js';
export { Client, MAX_POINTS, type ClientDetails } from './client/client.entity.js';
export { ClientRepository, type ClientQuery } from './client/client.repository.js';
export { ClientPointsLedger } from './client/points-ledger.js';
export { PointsMovement, clientPointsKinds, type ClientPointsKind } from './client/points-movement.entity.js';
export { StaffMember, type Certification, type StaffDetails } from './staff/staff-member.entity.js';
export { StaffRepository, type StaffQuery } from './staff/staff.repository.js';
