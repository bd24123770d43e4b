import { Module } from '@nestjs/common';
import { FolderMailTransport } from './folder-mail-transport';

@Module({ providers: [FolderMailTransport], exports: [FolderMailTransport] })
export class FolderMailTransportModule {}
