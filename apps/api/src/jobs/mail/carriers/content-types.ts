/** Forms of a request to a gateway. Nothing is imported here: the configuration is read before anything else is loaded. */
export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
export const contentTypes = [JSON_TYPE, FORM_TYPE] as const;
