import type { Provider } from '@nestjs/common';
import { MessageTemplateRepository } from './message-template.repository.js';
import { MessageTemplateService } from './message-template.service.js';

/** The services of messages to people. */
export const messageProviders: Provider[] = [MessageTemplateRepository, MessageTemplateService];
