import type { DataTable } from '../../data-tables/data-table.js';
import { productTable } from './retail/products.table.js';
import { customerTable } from './retail/customers.table.js';
import { patientTable } from './healthcare/patients.table.js';
import { studentTable } from './education/students.table.js';
import { clientTable } from './beauty/clients.table.js';
import { staffTable } from './beauty/staff.table.js';
import { driverTable } from './logistics/drivers.table.js';
import { vehicleTable } from './logistics/vehicles.table.js';
import { shipmentTable } from './logistics/shipments.table.js';

/** All resources that are written many at once. */
export const dataTables: readonly DataTable[] = [
  productTable,
  customerTable,
  patientTable,
  studentTable,
  clientTable,
  staffTable,
  driverTable,
  vehicleTable,
  shipmentTable,
];
