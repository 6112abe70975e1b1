-- Sends a different contact with each request. The argument distinguishes the runs of one measurement.
local first = { "João", "Maria", "José", "Ana", "Antônio", "Conceição", "Luís", "Márcia", "Íris", "Caio" }
local last = { "Silva", "Araújo", "Gonçalves", "Lima", "Peixoto", "Assunção", "Brandão", "Prado", "Nunes", "Cruz" }
local company = { "Padaria", "Clínica", "Escola", "Oficina", "Transportadora", "Farmácia", "Construtora" }
local service = { "Suporte Técnico", "Soluções em Nuvem", "LGPD Compliance", "Outro" }
local run, count = "", 0

function init(args)
  run = args[1] or "0"
end

function request()
  count = count + 1
  local name = first[count % 10 + 1] .. " " .. last[math.floor(count / 10) % 10 + 1]
  local body = string.format(
    '{"name":"%s","email":"pessoa%d@exemplo.com.br","phone":"(11) 9%04d-%04d","company":"%s %s Ltda.",'
      .. '"message":"Serviço de interesse: %s\\n\\nPedido %s-%d: precisamos de ajuda com a rede da filial e com os '
      .. 'backups do servidor de arquivos. Podem nos ligar na parte da tarde?","elapsed_ms":20000,'
      .. '"source_page":"/servicos","source_referrer":"https://www.google.com/","utm_source":"google","utm_medium":"cpc",'
      .. '"utm_campaign":"backup"}',
    name, count, count % 10000, count % 9973, company[count % 7 + 1], last[count % 10 + 1], service[count % 4 + 1], run, count)
  local headers = { ["Content-Type"] = "application/json", ["Idempotency-Key"] = run .. "-" .. count }
  return wrk.format("POST", "/api/contacts", headers, body)
end
