/** Accounts of businesses at carriers of messages: what the application uses of them. */
export { smtpServerOf, type MessageAccountTold } from './account-checks.js';
export {
  httpContentTypes,
  httpMethods,
  messageProviders,
  providersOf,
  shownSettings,
  type AccountSettings,
  type HttpSettings,
  type MessageProvider,
  type MetaSettings,
  type SmtpSettings,
  type StatusParams,
  type TwilioSettings,
} from './account-settings.js';
export { MessageAccount } from './message-account.entity.js';
export {
  MessageAccountService,
  messageSources,
  wayOf,
  type MessageSource,
  type ShownMessageAccount,
} from './message-account.service.js';
export { TenantCarriers, type CarriersOfTenant } from './tenant-carriers.js';
