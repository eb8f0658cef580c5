import { blankPerson } from '@usaha/core';
import { driverData } from '../privacy/driver-data.js';
import { Driver } from './driver.entity.js';

const NOW = new Date('2026-03-10T08:30:00Z');

it('A-18, A-22: a driver keeps what is not sent again, and pay to the sen', () => {
  const driver = new Driver();
  driver.describe({ first_name: 'Ahmad', last_name: 'Faizal', hourly_rate: 15.505, license_number: 'L1' });
  driver.describe({ last_name: 'Ali', monthly_salary: null });
  expect(driver).toMatchObject({ hourly_rate: 15.51, monthly_salary: null, license_number: 'L1', name: 'Ahmad Ali' });
  expect(() => driver.describe({ monthly_salary: -1 })).toThrow('monthly_salary');
});

it('A-298: leaves of an erased driver nothing of who it was', () => {
  const driver = new Driver();
  driver.describe({
    first_name: 'Ahmad',
    last_name: 'Faizal',
    ic_number: '880512-14-8888',
    date_of_birth: '1988-05-12',
    email: 'ahmad@example.com',
    license_number: 'L1',
    psv_license: 'P1',
    hourly_rate: 15.5,
    notes: 'rahsia',
    medical_checkup_date: '2026-01-01',
    license_class: 'D',
    status: 'suspended',
  });
  blankPerson(driverData, driver, NOW);
  expect(driver).toMatchObject({
    first_name: 'Erased',
    last_name: 'Erased',
    ic_number: null,
    date_of_birth: null,
    email: null,
    license_number: null,
    psv_license: null,
    hourly_rate: null,
    notes: null,
    medical_checkup_date: null,
    license_class: 'D',
    status: 'suspended',
    erased_at: NOW,
    deleted_at: NOW,
  });
});
