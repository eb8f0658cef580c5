export type { Birthplace } from './birthplaces.js';
export { cashRounding, cashRoundingSql, isCash, isCashSql } from './cash-rounding.js';
export { isSameRegistration, readRegistrationNumber, type RegistrationNumber } from './company-registration.js';
export {
  STATE_NOT_APPLICABLE,
  UNIT_ONE,
  classifications,
  countries,
  currencies,
  eInvoiceTypes,
  generalTins,
  msicActivities,
  paymentModes,
  taxTypes,
  type TaxTypeCode,
} from './einvoice-codes.js';
export {
  fitsBirthDate,
  icDigits,
  hyphenatedIc,
  icSearchTexts,
  isPassportNumber,
  maskedIc,
  readIcNumber,
  searchedIc,
} from './ic-number.js';
export { paymentMethodAliases, paymentMethodKeySql } from './payment-methods.js';
export { phoneTypes, validatePhone, type PhoneNumber, type PhoneType } from './phone.js';
export { fridayPrayer, isFriday, prayerAt, prayerTimes, type Prayer, type PrayerTimes } from './prayer-times.js';
export { hasHolidayTable, publicHolidays, type PublicHoliday } from './public-holidays.js';
export { calculateSst, sstPercent, type Sst } from './sst.js';
export { serviceTaxRates, type TaxedService } from './sst-rates.js';
export { stateCodes, stateNamed, stateSql, states, statesNamedIn, wordsOf, type StateCode } from './states.js';
