import { Database, createDataSource, type EntityClass } from '@usaha/shared';
export const path = (database: Database, entity: EntityClass<object>) => database.table(entity).path;
export const all = (database: Database, entity: EntityClass<object>) =>
  database.dataSource.getRepository(entity).find();
export const own = createDataSource({ url: '', entities: [] });
