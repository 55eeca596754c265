// The server does the work: this starts it, and hands over what VS Code does not do by
// itself. Lenses and actions name commands of the server's, which the client registers.
const vscode = require('vscode')
const { LanguageClient, TransportKind } = require('vscode-languageclient/node')

/** @type {LanguageClient | undefined} */
let client

async function start() {
  const settings = vscode.workspace.getConfiguration('ensures')
  const command = settings.get('path', 'ensures')
  client = new LanguageClient(
    'ensures',
    'ensures',
    { command, args: ['lsp', ...settings.get('arguments', [])], transport: TransportKind.stdio },
    {
      documentSelector: [
        { scheme: 'file', language: 'java' },
        { scheme: 'file', language: 'rust' },
      ],
    },
  )
  try {
    await client.start()
  } catch (error) {
    client = undefined
    vscode.window.showErrorMessage(`${command} could not be started: ${error}. Set ensures.path, or put the program on PATH.`)
  }
}

async function stop() {
  await client?.stop()
  client = undefined
}

/** @param {vscode.ExtensionContext} context */
exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('ensures.restart', async () => {
      await stop()
      await start()
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration('ensures')) {
        await stop()
        await start()
      }
    }),
  )
  await start()
}

exports.deactivate = stop
