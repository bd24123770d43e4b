import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LoginFailedError } from '../modules/identity/account.errors';
import type { Identity } from '../contract/account.responses';
import { SignInService } from '../modules/identity/sign-in.service';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { Public } from '../tenancy/access.decorators';
import { success, type Envelope } from './envelope';
import { CustomerLoginBody } from './login.dto';
import { LegacyController } from './legacy.decorators';

@LegacyController('Customer')
export class CustomerController {
  constructor(private readonly signInService: SignInService) {}

  @Post('customer_login')
  @HttpCode(200)
  @Public('nobody is signed in yet')
  @ApiOperation({ summary: 'Sign in; the token lives as long as its session' })
  async login(@Body() body: CustomerLoginBody): Promise<Envelope<Identity>> {
    return success(LEGACY_MESSAGES.signed_in, await legacySignIn(this.signInService, body));
  }
}

/** Maximum length of user names and e-mail addresses. */
const NAME_MAX = 254;

/** Signs in any account; name and password may come in either spelling. */
export async function legacySignIn(signInService: SignInService, body: CustomerLoginBody): Promise<Identity> {
  const name = body.c_user_name ?? body.user_name ?? body.email;
  const password = body.c_password ?? body.password;
  if (!name || !password || name.length > NAME_MAX) throw new LoginFailedError();
  return (await signInService.signIn(name, password, 'legacy', body.code ?? body.otp_code)).identity;
}
