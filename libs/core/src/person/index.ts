export {
  consenting,
  mayBeTold,
  refusedConsent,
  withdrawnConsent,
  type Consent,
  type ConsentStatement,
} from './consent.js';
export {
  Contact,
  DataSubject,
  NAME_AND_CONTACT,
  NAME_AND_EMAIL,
  Person,
  contactDetails,
  personDetails,
  type EmergencyContact,
  type PersonName,
} from './person.entity.js';
