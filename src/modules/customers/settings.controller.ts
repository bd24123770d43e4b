import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { LANGUAGE_CODES, type Language } from '../../contract/languages';
import type { OrganisationSettings } from '../../contract/settings';
import { IsNotNull } from '../../common/rest/field-rules';
import { Allow, CurrentTenant, VersionedRoute } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { CustomerSettings } from './customer-settings.entity';
import { SettingsService } from './settings.service';
import { ruleError } from '../../common/errors/field-error';

class SettingsBody {
  @ApiProperty({ required: false, maxLength: 64, example: 'Europe/Berlin', description: 'IANA name.' })
  @IsNotNull()
  @MaxLength(64, ruleError('too_long', 'At most 64 characters.', { count: 64 }))
  @IsString(ruleError('time_zone', 'Enter the name of a time zone, such as Europe/Berlin.'))
  time_zone?: string;

  @ApiProperty({ type: 'integer', required: false, minimum: 1, maximum: 12, example: 4 })
  @IsNotNull()
  @Max(12, ruleError('between', 'A month from 1 to 12.', { min: 1, max: 12 }))
  @Min(1, ruleError('between', 'A month from 1 to 12.', { min: 1, max: 12 }))
  @IsInt(ruleError('between', 'A month from 1 to 12.', { min: 1, max: 12 }))
  financial_year_start_month?: number;

  @ApiProperty({ enum: LANGUAGE_CODES, required: false, example: 'de' })
  @IsNotNull()
  @IsIn(LANGUAGE_CODES, ruleError('choice', `One of: ${LANGUAGE_CODES.join(', ')}.`, { choices: LANGUAGE_CODES }))
  default_language?: Language;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'The row_version that was read; a stale one answers 412.',
  })
  @IsOptional()
  @IsInt(ruleError('version', 'Send the row_version that you read.'))
  row_version?: number;
}

class SettingsDto implements OrganisationSettings {
  @ApiProperty({ example: 'Europe/Berlin' })
  time_zone: string;

  @ApiProperty({ type: 'integer', example: 4 })
  financial_year_start_month: number;

  @ApiProperty({ enum: LANGUAGE_CODES })
  default_language: Language;

  @ApiProperty({ type: 'integer', minimum: 1 })
  row_version: number;
}

@ApiTags('Settings')
@Controller('api/settings')
@VersionedRoute(CustomerSettings, 'customer_id')
export class SettingsController {
  constructor(private readonly settingsService: SettingsService) {}

  @Get()
  @Allow('admin')
  @ApiOperation({ summary: 'Read the time zone, financial year and language of the own organisation' })
  @ApiOkResponse({ type: SettingsDto })
  read(@CurrentTenant() tenant: Tenant) {
    return this.settingsService.read(tenant);
  }

  @Patch()
  @Allow('admin')
  @ApiOperation({
    summary: 'Change the settings; omitted fields stay, and days, financial year and expiry follow at once',
  })
  @ApiOkResponse({ type: SettingsDto })
  change(@CurrentTenant() tenant: Tenant, @Body() body: SettingsBody) {
    return this.settingsService.change(tenant, body);
  }
}
