import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LoginFailed } from '../identity/account.errors';
import type { Identity } from '../contract/account-answers';
import { SignIn } from '../identity/sign-in.service';
import { WIRE } from '../contract/wire-messages';
import { Public } from '../tenancy/access';
import { succeeded, type Envelope } from './envelope';
import { CustomerLoginBody } from './login.dto';
import { WireController } from './wire-call';

@WireController('Customer')
export class CustomerController {
  constructor(private readonly signIn: SignIn) {}

  @Post('customer_login')
  @HttpCode(200)
  @Public('nobody is signed in yet')
  @ApiOperation({ summary: 'Sign in; the token lives as long as its session' })
  async login(@Body() body: CustomerLoginBody): Promise<Envelope<Identity>> {
    return succeeded(WIRE.signed_in, await legacySignIn(this.signIn, body));
  }
}

/** No user name and no e-mail is longer. */
const NAME_MAX = 254;

/** Any account, by either spelling of name and password. */
export async function legacySignIn(signIn: SignIn, body: CustomerLoginBody): Promise<Identity> {
  const name = body.c_user_name ?? body.user_name ?? body.email;
  const password = body.c_password ?? body.password;
  if (!name || !password || name.length > NAME_MAX) throw new LoginFailed();
  return (await signIn.signIn(name, password, 'legacy', body.code ?? body.otp_code)).identity;
}
