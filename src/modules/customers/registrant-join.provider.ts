import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SubscriberListQuery, type RegistrantJoin } from '../subscriptions/subscriber-list.query';

const REGISTRANT_JOIN: RegistrantJoin = {
  column: 'k.c_user_name',
  join: 'LEFT JOIN customer k ON k.customer_id = s.customer_id',
};

/** Adds the registrant's user name to the subscriber list; subscriptions may not import customers. */
@Injectable()
export class RegistrantJoinProvider implements OnModuleInit {
  constructor(private readonly subscribers: SubscriberListQuery) {}

  onModuleInit(): void {
    this.subscribers.joinRegistrant(REGISTRANT_JOIN);
  }
}
