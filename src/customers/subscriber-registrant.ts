import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SubscriberList, type RegistrantJoin } from '../subscriptions/subscriber-list';

const OF_CUSTOMER: RegistrantJoin = {
  column: 'k.c_user_name',
  join: 'LEFT JOIN customer k ON k.customer_id = s.customer_id',
};

/** Who registered the organisation whose subscription is listed (subscriptions/subscriber-list.ts). */
@Injectable()
export class SubscriberRegistrant implements OnModuleInit {
  constructor(private readonly subscribers: SubscriberList) {}

  onModuleInit(): void {
    this.subscribers.joinRegistrant(OF_CUSTOMER);
  }
}
