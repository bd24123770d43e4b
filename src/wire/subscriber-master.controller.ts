import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { CookieRequest } from '../identity/cookies';
import { RegistrationService } from '../identity/registration.service';
import { WIRE } from '../contract/wire-messages';
import { RefusalsAre200 } from '../platform/errors/refusals-are-200';
import { MaybeTenant, Public } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { succeeded } from './envelope';
import { WireController } from './wire-call';
import { numberIn, ticketProofOf } from './wire-values';

/** Whole forms are posted: whatever else is sent is passed over, and what is no number means absent. */
class SubscriberForm {
  @ApiProperty({ type: 'integer', required: false, example: 1001 })
  @IsOptional()
  customer_id?: unknown;
}

/** Spelt as in the specification. */
@WireController('SubsriberMaster')
export class SubscriberMasterController {
  constructor(private readonly registration: RegistrationService) {}

  @Post('SaveSubscriber')
  @HttpCode(200)
  @RefusalsAre200()
  @Public('the registration ticket is the secret; or platform staff', { recognise: true })
  @ApiOperation({ summary: 'Confirm the trial of a new organisation; other fields are passed over' })
  async saveSubscriber(
    @MaybeTenant() tenant: Tenant | undefined,
    @Req() request: CookieRequest,
    @Body() { customer_id }: SubscriberForm,
  ) {
    const subscriber = await this.registration.confirmSubscriber(ticketProofOf(request), numberIn(customer_id), tenant);
    return succeeded(WIRE.subscriber_saved, subscriber);
  }
}
