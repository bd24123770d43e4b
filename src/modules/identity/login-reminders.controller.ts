import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { reminderSchema } from '../../contract/account.responses';
import { answerDto } from '../../common/rest/dto';
import { NumberParam } from '../../common/rest/id-param';
import { Allow, CurrentTenant, AllowPlatformWrites } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { LoginRemindersService } from './login-reminders.service';

class ReminderSentDto extends answerDto(reminderSchema) {}

@ApiTags('Customers')
@Controller('api/customers')
export class LoginRemindersController {
  constructor(private readonly reminders: LoginRemindersService) {}

  @Post(':id/resend-login')
  @HttpCode(200)
  @Allow('platform')
  @AllowPlatformWrites()
  @ApiOperation({ summary: 'Send the user name and a reset link to the account that registered' })
  @ApiOkResponse({ type: ReminderSentDto })
  resendLogin(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.reminders.send(tenant, id);
  }
}
