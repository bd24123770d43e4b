import { Injectable } from '@nestjs/common';
import { openTransaction } from '../platform/database/transaction-context';
import type { Tenant } from './tenant';

/** What a floor says has happened. Declared as a constant in its `*.events.ts`; `Facts` is what comes with it. */
export class DomainEvent<Facts> {
  /** Only for the type. */
  declare readonly facts: Facts;

  constructor(readonly name: string) {}
}

/** What a floor wants to know of the floors above. Declared beside the events; one answers, or nobody does. */
export class Question<Asked, Answer> {
  /** Only for the types. */
  declare readonly asked: Asked;
  declare readonly answer: Answer;

  constructor(readonly name: string) {}
}

type Listener<Facts> = (tenant: Tenant, facts: Facts) => Promise<void>;
type Answerer<Asked, Answer> = (tenant: Tenant, asked: Asked) => Promise<Answer>;
interface Place {
  turn: number;
  listener: Listener<never>;
}

/**
 * How a floor reaches those above, which it may not import: it announces, and they have registered in `onModuleInit`. What
 * listens runs inside the publisher's transaction, one after the other by `turn`; if one refuses, nothing of it has happened.
 */
@Injectable()
export class Announcements {
  private readonly listeners = new Map<object, Place[]>();
  private readonly answerers = new Map<object, Answerer<never, unknown>>();

  /**
   * @param turn the lower the earlier; where several listen, each states its own: the order in which modules are made is
   * nobody's intention
   */
  listen<Facts>(event: DomainEvent<Facts>, listener: Listener<Facts>, turn = 0): void {
    const places = this.listeners.get(event) ?? [];
    if (places.some((place) => place.turn === turn)) {
      throw new Error(`"${event.name}" has a listener with turn ${turn} already: state which of the two is first.`);
    }
    const next = [...places, { turn, listener }].toSorted((a, b) => a.turn - b.turn);
    this.listeners.set(event, next);
  }

  /** In the open transaction. */
  async publish<Facts>(event: DomainEvent<Facts>, tenant: Tenant, facts: Facts): Promise<void> {
    if (!openTransaction.getStore())
      throw new Error(`"${event.name}" is published inside the transaction that does it.`);
    for (const { listener } of this.listeners.get(event) ?? []) await (listener as Listener<Facts>)(tenant, facts);
  }

  answer<Asked, Answer>(question: Question<Asked, Answer>, answerer: Answerer<Asked, Answer>): void {
    if (this.answerers.has(question)) throw new Error(`"${question.name}" is answered already.`);
    this.answerers.set(question, answerer);
  }

  /** undefined: no floor of this process answers it. */
  async ask<Asked, Answer>(
    question: Question<Asked, Answer>,
    tenant: Tenant,
    asked: Asked,
  ): Promise<Answer | undefined> {
    return (this.answerers.get(question) as Answerer<Asked, Answer> | undefined)?.(tenant, asked);
  }
}
