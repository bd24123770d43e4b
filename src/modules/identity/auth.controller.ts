import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../contract/account.responses';
import { LEGACY_MESSAGES } from '../../contract/legacy-messages';
import { Config } from '../../infrastructure/config/config';
import {
  Allow,
  AllowWhenExpired,
  CurrentTenant,
  MaybeTenant,
  Public,
  SingleUse,
  AllowWithoutSecondFactor,
} from '../../tenancy/access.decorators';
import { SessionExpiredError } from '../../tenancy/tenancy.errors';
import type { Tenant } from '../../tenancy/tenant';
import {
  AvailabilityDto,
  CheckedLinkDto,
  ConfirmedNamesDto,
  CodeBody,
  EmailBody,
  IdentityDto,
  LinkBody,
  LoginBody,
  MessageDto,
  NamesToConfirmDto,
  PasswordBody,
  RegisteredDto,
  ResetBody,
  CodeSentDto,
  TicketDto,
  VerifyBody,
} from './auth.dto';
import { EmailChallengesService } from './email-challenges.service';
import { REFRESH_COOKIE, refreshCookie, type CookieAnswer, type CookieRequest } from './cookies';
import type { SignInResult } from './sign-in-result';
import { PasskeyAnswerBody, PasskeyOptionsDto } from './passkeys.dto';
import { PasskeysService } from './passkeys.service';
import { PasswordChangesService } from './password-changes.service';
import { RegistrationBody } from './registration.dto';
import { RegistrationService } from './registration.service';
import { SignInConfirmationService } from './sign-in-confirmation.service';
import { SignInService } from './sign-in.service';

@ApiTags('Sign-in and registration')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly signInService: SignInService,
    private readonly emailChallengesService: EmailChallengesService,
    private readonly registration: RegistrationService,
    private readonly passwords: PasswordChangesService,
    private readonly signInConfirmation: SignInConfirmationService,
    private readonly passkeysService: PasskeysService,
    private readonly config: Config,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Public('used before sign-in')
  @ApiOperation({ summary: 'Sign in with user name or email' })
  @ApiOkResponse({ type: IdentityDto })
  async login(@Body() body: LoginBody, @Res({ passthrough: true }) answer: CookieAnswer): Promise<Identity> {
    return this.setRefreshCookie(
      answer,
      await this.signInService.signIn(body.user_name, body.password, 'modern', body.code),
    );
  }

  @Post('passkey/options')
  @HttpCode(200)
  @Public('used before sign-in; throttled')
  @ApiOperation({ summary: 'Get the options for signing in with a passkey' })
  @ApiOkResponse({ type: PasskeyOptionsDto })
  askPasskey(): Promise<PasskeyOptionsDto> {
    return this.passkeysService.startSignIn();
  }

  @Post('passkey')
  @HttpCode(200)
  @Public('the signature of the passkey is the secret')
  @ApiOperation({ summary: 'Sign in with a passkey; counts as a second factor' })
  @ApiOkResponse({ type: IdentityDto })
  async enterByPasskey(
    @Body() body: PasskeyAnswerBody,
    @Res({ passthrough: true }) answer: CookieAnswer,
  ): Promise<Identity> {
    return this.setRefreshCookie(answer, await this.passkeysService.completeSignIn(body.challenge_id, body.response));
  }

  @Post('refresh')
  @HttpCode(200)
  @Public('the refresh cookie is the secret')
  @ApiOperation({ summary: 'Get a new token for the refresh cookie' })
  @ApiOkResponse({ type: IdentityDto })
  async refresh(@Req() request: CookieRequest, @Res({ passthrough: true }) answer: CookieAnswer): Promise<Identity> {
    const cookie = request.cookies[REFRESH_COOKIE];
    if (!cookie) throw new SessionExpiredError();
    return this.setRefreshCookie(answer, await this.signInService.refresh(cookie));
  }

  @Post('logout')
  @HttpCode(204)
  @Public('signing out twice is no error', { optionalSession: true })
  @ApiOperation({ summary: 'Sign out' })
  @ApiNoContentResponse()
  async logout(
    @MaybeTenant() tenant: Tenant | undefined,
    @Req() request: CookieRequest,
    @Res({ passthrough: true }) answer: CookieAnswer,
  ): Promise<void> {
    await this.signInService.signOut(tenant, request.cookies[REFRESH_COOKIE]);
    answer.clearCookie(REFRESH_COOKIE, refreshCookie(this.config));
  }

  @Post('email-availability')
  @HttpCode(200)
  @Public('asked while registering; throttled', { optionalSession: true })
  @ApiOperation({ summary: 'Check whether an email can be registered' })
  @ApiOkResponse({ type: AvailabilityDto })
  async emailAvailability(
    @MaybeTenant() tenant: Tenant | undefined,
    @Body() body: EmailBody,
  ): Promise<AvailabilityDto> {
    const isTaken = await this.emailChallengesService.isTakenThrottled(body.email, tenant?.customer_id ?? null);
    return { available: !isTaken, message: isTaken ? LEGACY_MESSAGES.email_taken : LEGACY_MESSAGES.email_free };
  }

  @Post('email-challenges')
  @HttpCode(200)
  @Public('asked while registering; throttled')
  @ApiOperation({ summary: 'Send a verification code by email; with the password, only if registration accepts it' })
  @ApiOkResponse({ type: CodeSentDto })
  sendCode(@Body() { email, ...form }: CodeBody): Promise<CodeSentDto> {
    this.registration.checkPassword({ ...form, email_primary: email });
    return this.emailChallengesService.send(email, undefined);
  }

  @Post('email-challenges/verify')
  @HttpCode(200)
  @Public('the code is the secret; throttled')
  @ApiOperation({ summary: 'Exchange a code for a registration token, valid for 30 minutes' })
  @ApiOkResponse({ type: TicketDto })
  async verifyCode(@Body() body: VerifyBody): Promise<TicketDto> {
    return { registration_token: await this.emailChallengesService.verify(body.otp, body.challenge) };
  }

  @Post('register')
  @Public('the registration token is the secret')
  @ApiOperation({ summary: 'Register an organisation with an admin account and a 30-day trial' })
  @ApiCreatedResponse({ type: RegisteredDto })
  async register(@Body() body: RegistrationBody): Promise<RegisteredDto> {
    const { registration_token, ...form } = body;
    return {
      ...(await this.registration.register(form, { token: registration_token })),
      message: LEGACY_MESSAGES.customer_saved,
    };
  }

  @Post('forgot-password')
  @HttpCode(200)
  @Public('used without a password; same answer for every address')
  @ApiOperation({ summary: 'Send a reset link by email' })
  @ApiOkResponse({ type: MessageDto })
  async forgotPassword(@Body() body: EmailBody): Promise<MessageDto> {
    await this.passwords.requestReset(body.email);
    return { message: LEGACY_MESSAGES.reset_link_sent };
  }

  @Post('password-reset/check')
  @HttpCode(200)
  @Public('the mailed token is the secret')
  @ApiOperation({ summary: 'Exchange the emailed token for a handle, valid for 10 minutes; does not use up the link' })
  @ApiOkResponse({ type: CheckedLinkDto })
  checkLink(@Body() body: LinkBody): Promise<CheckedLinkDto> {
    return this.passwords.checkLink(body.token);
  }

  @Post('password-reset')
  @HttpCode(200)
  @Public('the handle is the secret')
  @ApiOperation({ summary: 'Set a password with a handle' })
  @ApiOkResponse({ type: MessageDto })
  async resetPassword(@Body() body: ResetBody): Promise<MessageDto> {
    await this.passwords.reset(body.handle, body.password);
    return { message: LEGACY_MESSAGES.password_reset };
  }

  @Post('accept-invitation')
  @HttpCode(200)
  @Public('the handle is the secret')
  @ApiOperation({ summary: 'Choose the first password with the handle of an invitation, and sign in' })
  @ApiOkResponse({ type: IdentityDto })
  async acceptInvitation(@Body() body: ResetBody, @Res({ passthrough: true }) answer: CookieAnswer): Promise<Identity> {
    return this.setRefreshCookie(answer, await this.passwords.acceptInvitation(body.handle, body.password));
  }

  @Post('sign-in-change/check')
  @HttpCode(200)
  @Public('the mailed token is the secret')
  @ApiOperation({ summary: 'Read how the account will sign in; does not use up the link' })
  @ApiOkResponse({ type: NamesToConfirmDto })
  checkNames(@Body() body: LinkBody): Promise<NamesToConfirmDto> {
    return this.signInConfirmation.preview(body.token);
  }

  @Post('sign-in-change/confirm')
  @HttpCode(200)
  @Public('the mailed token is the secret')
  @ApiOperation({ summary: 'Confirm the new email or user name for signing in' })
  @ApiOkResponse({ type: ConfirmedNamesDto })
  confirmNames(@Body() body: LinkBody): Promise<ConfirmedNamesDto> {
    return this.signInConfirmation.confirm(body.token);
  }

  @Post('password')
  @HttpCode(200)
  @Allow('platform', 'admin', 'user')
  @AllowWhenExpired('independent of the subscription')
  @AllowWithoutSecondFactor('a password that leaked must be changed at once')
  @SingleUse('the body is a secret, and the change ends the session')
  @ApiOperation({ summary: 'Change your own password; ends all sessions' })
  @ApiOkResponse({ type: MessageDto })
  async changePassword(@CurrentTenant() tenant: Tenant, @Body() body: PasswordBody): Promise<MessageDto> {
    await this.passwords.changeOwnPassword(tenant, body.password, body.current_password);
    return { message: LEGACY_MESSAGES.password_reset };
  }

  private setRefreshCookie(answer: CookieAnswer, { identity, refresh_token }: SignInResult): Identity {
    if (refresh_token) answer.setCookie(REFRESH_COOKIE, refresh_token, refreshCookie(this.config));
    return identity;
  }
}
