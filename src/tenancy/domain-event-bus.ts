import { Injectable } from '@nestjs/common';
import { openTransaction } from '../infrastructure/database/transaction-context';
import type { Tenant } from './tenant';

/** An event of a lower layer. Declared as a constant in its `*.events.ts`. */
export class DomainEvent<Payload> {
  /** Only for type inference. */
  declare readonly payload: Payload;

  constructor(readonly name: string) {}
}

/** A question of a lower layer to a higher one. Declared beside the events; at most one handler is registered. */
export class DomainQuery<Input, Answer> {
  /** Only for type inference. */
  declare readonly input: Input;
  declare readonly answer: Answer;

  constructor(readonly name: string) {}
}

type DomainEventListener<Payload> = (tenant: Tenant, payload: Payload) => Promise<void>;
type DomainQueryHandler<Input, Answer> = (tenant: Tenant, input: Input) => Promise<Answer>;
interface ListenerEntry {
  order: number;
  listener: DomainEventListener<never>;
}

/**
 * Lets a lower layer reach the layers above, which it may not import; those register in `onModuleInit`. Listeners run
 * inside the publisher's transaction, in sequence; an error of one rolls back everything.
 */
@Injectable()
export class DomainEventBus {
  private readonly listeners = new Map<object, ListenerEntry[]>();
  private readonly queryHandlers = new Map<object, DomainQueryHandler<never, unknown>>();

  /**
   * @param order lower runs first; must be unique for an event, because the order of module initialization is undefined
   */
  listen<Payload>(event: DomainEvent<Payload>, listener: DomainEventListener<Payload>, order = 0): void {
    const entries = this.listeners.get(event) ?? [];
    if (entries.some((entry) => entry.order === order)) {
      throw new Error(`"${event.name}" has a listener with order ${order} already: orders must differ.`);
    }
    const next = [...entries, { order, listener }].toSorted((a, b) => a.order - b.order);
    this.listeners.set(event, next);
  }

  /** Must be called inside a transaction. */
  async publish<Payload>(event: DomainEvent<Payload>, tenant: Tenant, payload: Payload): Promise<void> {
    if (!openTransaction.getStore()) throw new Error(`"${event.name}" must be published inside a transaction.`);
    for (const { listener } of this.listeners.get(event) ?? [])
      await (listener as DomainEventListener<Payload>)(tenant, payload);
  }

  registerQueryHandler<Input, Answer>(
    query: DomainQuery<Input, Answer>,
    handler: DomainQueryHandler<Input, Answer>,
  ): void {
    if (this.queryHandlers.has(query)) throw new Error(`"${query.name}" is answered already.`);
    this.queryHandlers.set(query, handler);
  }

  /** Returns undefined when no handler is registered. */
  async query<Input, Answer>(
    query: DomainQuery<Input, Answer>,
    tenant: Tenant,
    input: Input,
  ): Promise<Answer | undefined> {
    return (this.queryHandlers.get(query) as DomainQueryHandler<Input, Answer> | undefined)?.(tenant, input);
  }
}
