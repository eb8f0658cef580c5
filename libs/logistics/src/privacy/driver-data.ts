import { personalData, rowsOf } from '@usaha/core';
import { Assignment } from '../assignment/assignment.entity.js';
import { Driver } from '../driver/driver.entity.js';
import { nouns } from '../messages.js';

/** A driver, and what is recorded of one: whatever of it is personal is blanked when the driver's data are erased. */
export const driverData = personalData({
  entity: Driver,
  noun: nouns.driver,
  records: {
    assignments: rowsOf(Assignment, { noun: nouns.assignment, names: 'driver_id' }),
  },
  forgetsAnswersTo: (path) => /\/logistics\//.test(path),
});
