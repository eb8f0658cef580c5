/** Where people reach the service from outside: for links in what leaves it without a request, as letters do. */
export class PublicAddress {
  /** @param url scheme, host and perhaps a path, without a slash at its end; null where the operator has not said it */
  constructor(readonly url: string | null) {}
}
