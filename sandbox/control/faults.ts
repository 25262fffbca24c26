/** What can be made to go wrong with one call of the API (razorpay §11.5). */
export type FaultKind =
  | '500'
  | '502'
  | '429'
  | '401'
  | 'timeout_before'
  | 'timeout_after_commit'
  | 'reset'
  | `slow:${number}`
  | 'garbage_json'
  | 'html_body'
  | 'empty_body'
  | 'wrong_amount'
  | 'wrong_currency'
  | 'unknown_status';

/** `match` is a method and a path as in `POST /v1/orders` or `GET /v1/orders/:id`; `*` stands for every call. */
export type Fault = { match: string; kind: FaultKind; times?: number; skip?: number };

type Waiting = Fault & { times: number; skip: number };

/** The faults that wait for their calls. */
export function createFaults() {
  let waiting: Waiting[] = [];
  return {
    add(fault: Fault) {
      waiting.push({ times: 1, skip: 0, ...fault });
    },
    clear() {
      waiting = [];
    },
    /** The fault for this call, if one waits for it; counts it as used. */
    take(method: string, route: string): FaultKind | undefined {
      const fault = waiting.find(({ match }) => match === '*' || match === `${method} ${route}`);
      if (!fault) return undefined;
      if (fault.skip > 0) {
        fault.skip--;
        return undefined;
      }
      fault.times--;
      if (fault.times <= 0) waiting = waiting.filter((one) => one !== fault);
      return fault.kind;
    },
  };
}

/** The reply that stands instead of the real one. */
export function brokenReply(kind: FaultKind): { status: number; type: string; body: string } | undefined {
  const json = 'application/json; charset=utf-8';
  const error = (code: string, description: string) => JSON.stringify({ error: { code, description } });
  switch (kind) {
    case '500':
      return { status: 500, type: json, body: error('SERVER_ERROR', 'We are facing some trouble.') };
    case '502':
      return { status: 502, type: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' };
    case '429':
      return { status: 429, type: json, body: error('BAD_REQUEST_ERROR', 'Too many requests') };
    case '401':
      return { status: 401, type: json, body: error('BAD_REQUEST_ERROR', 'Authentication failed') };
    case 'garbage_json':
      return { status: 200, type: json, body: '{"id":"order_' };
    case 'html_body':
      return { status: 200, type: 'text/html', body: '<!doctype html><title>Under maintenance</title>' };
    case 'empty_body':
      return { status: 200, type: json, body: '' };
    default:
      return undefined;
  }
}

/** The real reply with one lie in it. */
export function twisted(kind: FaultKind, body: string): string {
  const change = (fields: Record<string, unknown>) => {
    const whole = JSON.parse(body) as Record<string, unknown> & { items?: object[] };
    const items = whole.items?.map((item) => ({ ...item, ...fields }));
    return JSON.stringify(items ? { ...whole, items } : { ...whole, ...fields });
  };
  if (kind === 'wrong_amount') return change({ amount: 100 });
  if (kind === 'wrong_currency') return change({ currency: 'USD' });
  if (kind === 'unknown_status') return change({ status: 'foo' });
  return body;
}
