import type { Provider } from '@nestjs/common';
import { MessageAccountRepository } from '../message-account/message-account.repository.js';
import { MessageAccountService } from '../message-account/message-account.service.js';
import { TenantCarriers } from '../message-account/tenant-carriers.js';
import { MessageCallbackAddresses } from './message-callback-addresses.js';
import { MessageBudget } from './message-budget.js';
import { MessageCarriers } from './message-carrier.js';
import { MessageOrigins } from './message-origins.js';
import { MessagePapers } from './message-papers.js';
import { MessageQueue } from './message-queue.js';
import { MessageSender } from './message-sender.js';
import { MessageSettingsRepository } from './message-settings.repository.js';
import { MessageSettingsService } from './message-settings.service.js';
import { MessageSubjects } from './message-subjects.js';
import { MessageTemplateRepository } from './message-template.repository.js';
import { MessageTemplateService } from './message-template.service.js';
import { MessageTerms } from './message-terms.js';
import { MessageUsage } from './message-usage.js';
import { MessageRepository } from './message.repository.js';
import { MessageReports } from './message-reports.js';
import { MessageService } from './message.service.js';
import { Reachability } from './reachability.js';
import { ReminderMessages } from './reminder-messages.js';
import { TenantMessages } from './tenant-messages.js';
import { WrittenNumbers } from './written-numbers.js';

/** The services of messages to people. */
export const messageProviders: Provider[] = [
  MessageTemplateRepository,
  MessageTemplateService,
  MessageCarriers,
  MessageCallbackAddresses,
  MessageAccountRepository,
  MessageAccountService,
  TenantCarriers,
  MessageSubjects,
  MessageSettingsRepository,
  MessageSettingsService,
  MessageUsage,
  MessageRepository,
  MessageQueue,
  Reachability,
  MessageOrigins,
  ReminderMessages,
  MessageTerms,
  MessageBudget,
  MessagePapers,
  TenantMessages,
  WrittenNumbers,
  MessageService,
  MessageSender,
  MessageReports,
];
