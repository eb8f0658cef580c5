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
