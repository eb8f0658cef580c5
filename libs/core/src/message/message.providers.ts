import type { Provider } from '@nestjs/common';
import { MessageCarriers } from './message-carrier.js';
import { MessageQueue } from './message-queue.js';
import { MessageSender } from './message-sender.js';
import { MessageSubjects } from './message-subjects.js';
import { MessageTemplateRepository } from './message-template.repository.js';
import { MessageTemplateService } from './message-template.service.js';
import { MessageRepository } from './message.repository.js';
import { MessageService } from './message.service.js';
import { Reachability } from './reachability.js';

/** The services of messages to people. */
export const messageProviders: Provider[] = [
  MessageTemplateRepository,
  MessageTemplateService,
  MessageCarriers,
  MessageSubjects,
  MessageRepository,
  MessageQueue,
  Reachability,
  MessageService,
  MessageSender,
];
