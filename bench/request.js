/** One request as raw HTTP, the same bytes for both servers. @param tenant whose, with its token */
export function http(method, path, { tenant, body }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: bench',
    ...(tenant ? [`X-Tenant: ${tenant.id}`, `Authorization: Bearer ${tenant.token}`] : []),
    ...(text ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
