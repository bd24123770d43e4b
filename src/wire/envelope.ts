/** What every call of the specification answers (contract.md, Envelope). */
export interface Envelope<T> {
  Status: boolean;
  status: 0 | 1;
  message: string;
  data: T;
}

/** The part of the HTTP answer that a call touches whose data is text already. */
export interface Reply {
  header(name: string, value: string): unknown;
}

export const succeeded = <T>(message: string, data: T): Envelope<T> => ({ Status: true, status: 1, message, data });

/** A refusal that is no exception: the call itself worked. */
export const refused = (message: string): Envelope<null> => ({ Status: false, status: 0, message, data: null });
