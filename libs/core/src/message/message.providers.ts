import type { Provider } from '@nestjs/common';
import { MessageBudget } from './message-budget.js';
import { MessageCarriers } from './message-carrier.js';
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
import { MessageService } from './message.service.js';
import { Reachability } from './reachability.js';
import { TenantMessages } from './tenant-messages.js';

/** The services of messages to people. */
export const messageProviders: Provider[] = [
  MessageTemplateRepository,
  MessageTemplateService,
  MessageCarriers,
  MessageSubjects,
  MessageSettingsRepository,
  MessageSettingsService,
  MessageUsage,
  MessageRepository,
  MessageQueue,
  Reachability,
  MessageTerms,
  MessageBudget,
  MessagePapers,
  TenantMessages,
  MessageService,
  MessageSender,
];
