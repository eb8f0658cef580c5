/** Messages to people: what the application uses of them. */
export { MessageTemplate, type ApprovedTemplate, type MessageTemplateDetails } from './message-template.entity.js';
export { MessageTemplateService } from './message-template.service.js';
export {
  messageTemplates,
  parametersOf,
  shownText,
  templateNames,
  type TemplateName,
  type WhatsAppTemplate,
} from './message-templates.js';
export { messageCategories, parameterKinds, ways, type Way } from './template.js';
export { MessageCallbackAddresses } from './message-callback-addresses.js';
export {
  MessageCarriers,
  type InstallationCarriers,
  type MessageCarrier,
  type MessageDelivery,
  type OperatorTerms,
  type OutgoingMessage,
} from './message-carrier.js';
export type { MessageReport } from './message-report.js';
export { MessageReports } from './message-reports.js';
export { Message, messageStatuses, type MessageAddress, type MessageStatus } from './message.entity.js';
export { MESSAGES_OF_PERSON } from './messages-of-person.js';
export {
  messagePreferencesOf,
  preferMessages,
  takeOverPreferences,
  takesLetters,
  type MessagePreferences,
  type PreferenceStatement,
} from './message-preferences.js';
export { MessagePapers, type PrintPaper } from './message-papers.js';
export { MessageQueue } from './message-queue.js';
export { MessageSettings, type DailyLimits, type MessageSettingsChanges } from './message-settings.entity.js';
export { MessageSettingsService } from './message-settings.service.js';
export { MessageUsage, usageGroups, type MessageUsageReport, type UsageGroup, type UsageRow } from './message-usage.js';
export { MessageSender, type MessageSendingOptions } from './message-sender.js';
export { MessageService, type NewMessage } from './message.service.js';
export type { ParameterValues } from './printed-values.js';
export { MessageSubjects, toldPerson, type MessageFacts, type MessageSubject } from './message-subjects.js';
export { messagesWaiting } from './waiting-messages.js';
export { WrittenNumbers } from './written-numbers.js';
export { tryOutcomes, type TryOutcome } from './message-try.entity.js';
export type { MessageFilters } from './message.repository.js';
