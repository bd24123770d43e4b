/** The response of every legacy call (docs/api.md). */
export interface Envelope<T> {
  Status: boolean;
  status: 0 | 1;
  message: string;
  data: T;
}

/** The part of FastifyReply that sets headers. */
export interface Reply {
  header(name: string, value: string): unknown;
}

export const success = <T>(message: string, data: T): Envelope<T> => ({ Status: true, status: 1, message, data });

/** A refusal that is not thrown as an error. */
export const failure = (message: string): Envelope<null> => ({ Status: false, status: 0, message, data: null });
