package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Frameworks are asked for the project's own application: a client that calls
// it in memory, the models behind it, a database that lies in the folder. What
// they give back is the project's own then.

// pyApplication lists names of frameworks that lead to the project's own code or
// only put a query together.
func pyApplication(library string) string {
	switch library {
	case "httpx":
		return "ASGITransport WSGITransport AsyncClient Client"
	case "airflow":
		return "models models.DagBag"
	case "celery":
		return "current_app current_app.conf current_app.tasks"
	case "sqlalchemy":
		return `create_engine dialects dialects.postgresql dialects.postgresql.dialect dialects.sqlite dialects.sqlite.dialect dialects.mysql dialects.mysql.dialect dialects.postgresql.JSONB dialects.postgresql.UUID
			dialects.postgresql.ARRAY dialects.postgresql.insert dialects.sqlite.insert ext ext.asyncio ext.asyncio.create_async_engine ext.asyncio.AsyncSession ext.asyncio.async_sessionmaker text select func func.count func.sum func.avg func.min func.max func.now func.coalesce func.lower func.date and_ or_ not_ desc asc
			distinct exists literal case cast inspect MetaData Table Column Integer String DateTime Date Boolean Float Numeric Text ForeignKey orm orm.Session orm.selectinload orm.joinedload
			orm.sessionmaker orm.subqueryload`
	case "django":
		return `setup db db.connection db.connection.cursor db.connections db.connection.queries db.connection.vendor db.reset_queries db.models db.models.Q db.models.F db.models.Count db.models.Sum db.models.Avg db.models.Min db.models.Max
			db.models.Value db.models.Prefetch db.models.OuterRef db.models.Subquery db.models.Exists test test.Client test.RequestFactory test.utils test.utils.CaptureQueriesContext
			test.utils.override_settings urls urls.reverse urls.resolve urls.get_resolver utils utils.timezone utils.timezone.now utils.timezone.localtime utils.text utils.text.slugify utils.dateparse
			utils.dateparse.parse_datetime utils.dateparse.parse_date utils.html utils.html.escape conf apps apps.apps contrib contrib.auth contrib.auth.get_user_model`
	}
	return ""
}

// applicationCall judges a call of one of these; false: it is another one. A client
// with a transport of that kind calls the application in memory, whatever its base
// address says; without one it asks the network.
func (j *pyJudge) applicationCall(name string, n *node) (pyValue, bool) {
	library, rest, _ := strings.Cut(name, ".")
	if !listWords(pyApplication(library), rest) {
		return pyValue{}, false
	}
	first := j.argument(n, 0, "")
	switch rest {
	case "ASGITransport", "WSGITransport":
		j.only(n, 1, "app raise_app_exceptions root_path client lifespan")
		return pyValue{what: pyObject, name: "transport"}, true
	case "AsyncClient", "Client":
		way := j.argument(n, 9, "transport")
		if way == nil {
			return j.client(n), true
		}
		if j.eval(way).name != "transport" { // it would ask the network
			return j.fail(), true
		}
		for _, a := range n.kids[1:] {
			if a.kind != nArg || !listWords("transport base_url headers timeout cookies follow_redirects params", a.text) {
				return j.fail(), true
			}
			if a.text != "transport" {
				j.plain(a.kids[0])
			}
		}
		j.handed = true
		return pyValue{what: pyObject}, true
	case "create_engine", "ext.asyncio.create_async_engine":
		return j.engine(first, n), true
	case "text":
		j.only(n, 1, "")
		j.sql(first, "execute")
		return pyValue{}, true
	case "models.DagBag":
		j.only(n, 1, "dag_folder include_examples read_dags_from_db safe_mode")
		for _, t := range j.localPaths(j.argument(n, 0, "dag_folder")) {
			if t.home || strings.HasPrefix(t.s, "/") || outward(t.s) {
				return j.fail(), true
			}
		}
		j.handed = true
		return pyValue{what: pyObject}, true
	case "setup":
		j.only(n, 0, "")
		j.handed = true
		return pyValue{}, true
	}
	for _, a := range n.kids[1:] {
		if a.kind == nArg {
			a = a.kids[0]
		}
		if v := j.eval(a); v.what != pyForeign || v.name != "django.db.connection" {
			j.accept(v)
		}
	}
	j.handed = true
	return pyValue{what: pyObject}, true
}

// engine is a database that SQLAlchemy opens: one in memory, or a file. Three slashes
// begin a path that is relative, four one from the root on (SQLAlchemy, "Database
// URLs").
func (j *pyJudge) engine(first *node, n *node) pyValue {
	j.only(n, 1, "echo future poolclass connect_args pool_pre_ping")
	where := j.word(first)
	scheme, file, ok := strings.Cut(where, "://")
	if !ok || !listWords("sqlite sqlite+pysqlite sqlite+aiosqlite", scheme) || strings.ContainsAny(where, "?#%~") {
		return j.fail()
	}
	if file = strings.TrimPrefix(file, "/"); file != "" && file != ":memory:" {
		j.touch(pipeline.KindRead, []pyText{{s: file}}, false, false)
		j.touch(pipeline.KindWrite, []pyText{{s: file}}, false, false)
	}
	return pyValue{what: pyObject, name: "sqlalchemy"}
}
